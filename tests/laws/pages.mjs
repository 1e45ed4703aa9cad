// Compares what the page's own rules say with what Python says: node pages.mjs FOLDER (test_pages.py)
import { readFileSync } from "node:fs";
import { compare } from "./compare.mjs";

const [folder] = process.argv.slice(2);
console.log(await compare((name) => new Uint8Array(readFileSync(`${folder}/${name}`))));

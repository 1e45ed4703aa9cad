import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.BAUBOOM_SERVER ?? "http://127.0.0.1:8123";

/** What comes after the build, in the folder with all files. */
function finished(): Plugin {
  let out = "";
  return {
    name: "finished",
    apply: "build",
    configResolved: ({ root, build }) => void (out = resolve(root, build.outDir)),
    writeBundle() {
      list(out);
      compress(out);
    },
  };
}

/** Files of a game are called by its name, "manhattan-de-….js": so everybody sees what a visit to it loads. */
function named({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
  const games = new Set(moduleIds.map((id) => /src\/games\/([^/]+)\//.exec(id)?.[1] ?? ""));
  const [game] = games;
  return games.size === 1 && game && name !== game ? `page/${game}-${name}-[hash].js` : "page/[name]-[hash].js";
}

/** What the service worker has to keep, written into it: so another version of the page has another worker. */
function list(out: string): void {
  const files = readdirSync(join(out, "page")).sort(),
    worker = join(out, "sw.js");
  const version = createHash("sha256")
    .update(files.join())
    .update(readFileSync(join(out, "index.html")))
    .digest("hex")
    .slice(0, 12);
  const text = readFileSync(worker, "utf8")
    .replace('VERSION = ""', `VERSION = ${JSON.stringify(version)}`)
    .replace("FILES = []", `FILES = ${JSON.stringify(files)}`);
  writeFileSync(worker, text);
}

/** Every file, compressed once here and not with every request. */
function compress(out: string): void {
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|svg|webmanifest)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name),
      data = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(data));
    writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
  }
}

export default defineConfig({
  base: "./", // on a server at its root; on a host of files in any folder
  plugins: [svelte(), finished()],
  build: {
    outDir: "../src/bauboom/server/page",
    emptyOutDir: true,
    assetsDir: "page",
    assetsInlineLimit: 0, // the Content-Security-Policy wants everything from a file
    modulePreload: { polyfill: false }, // it would be an inline script
    chunkSizeWarningLimit: 200,
    // What belongs together is in one file, where it compresses better. Nothing that a first visit to a table needs may
    // be in a file with what it does not need.
    rolldownOptions: {
      output: {
        chunkFileNames: named,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "help", test: /src\/(lib\/(course|lessons|markdown|rules)\.|table\/(Example|Markdown|Minute|Rules)\.)/, priority: 5 },
            {
              name: "pages",
              test: /src\/(pages\/(Account|Games|Gone|Import|ImportForm|ImportHere|Lobby|Me|OwnBots|Person|PersonRatings|Ratings|Replay|ReplayHere|Settings)|lib\/(imported|past|record|results)|table\/(Curve|Steps|Walkthrough))\./,
              priority: 4,
            },
            { name: "end", test: /src\/(end\/|games\/endings|table\/Result)/, priority: 4 },
            // a game's board, whatever else shares parts with it
            {
              name: (id) => /src\/games\/([^/]+)\//.exec(id)?.[1] ?? null,
              test: /src\/games\/(?!shared\/)[^/]+\/(?!words\/(?!parts)|Scoring\.|End\.|ending\.|badges\.)/,
              priority: 4,
            },
            { name: "online", test: /src\/(lib\/(live|reload)|rules\/wire|pages\/Table)\./, priority: 4 },
            { name: "waiting", test: /src\/table\/(BotMenu|Invitation|Waiting|Welcome)\./, priority: 4 },
            { name: "levels", test: /src\/(trainer\/|table\/Levels\.)/, priority: 4 },
            { name: "qr", test: /node_modules\/uqr|src\/(lib\/qr|table\/Qr)\./, priority: 4 },
            {
              name: "base",
              test: /node_modules|preload-helper|rolldown-runtime|src\/(lib\/(?!figures\.|loopback\.|progress\.|suggestion\.)|draw|games\/(contract|shared)|table\/(Choice|Dialog|Icon|Language|Logo|Look|Swatch|Title))/,
              priority: 3,
            },
            { name: "rules", test: /src\/(rules\/(?!analysis|ledger|review|threats)|local\/.*\.ts)/, priority: 2 },
          ],
        },
      },
    },
  },
  // `npm run dev`: the page with hot reload, beside a server that was started with `bauboom serve --port 8123`
  server: { proxy: { "/api": { target: server, ws: true }, "/page": server, "/health": server } },
});

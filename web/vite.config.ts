import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const out = "../src/bauboom/server/page";
const server = process.env.BAUBOOM_SERVER ?? "http://127.0.0.1:8123";

/** Every file of the page, compressed once here and not with every request. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(html|js|css|svg|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name), data = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(data));
        writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  base: "/page/",
  plugins: [svelte(), compressed()],
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsDir: "",
    assetsInlineLimit: 0, // the Content-Security-Policy wants everything from a file
    modulePreload: { polyfill: false }, // it would be an inline script
    chunkSizeWarningLimit: 200,
    // what every page needs in one file and the smaller pages in another: together they compress better
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "base", test: /node_modules|src\/(lib|draw|words\/en)/, priority: 2 },
            { name: "rooms", test: /src\/pages\/(Account|Games|Import|ImportForm|Lobby|OwnBots|Ratings|Replay|Settings)/, priority: 1 },
          ],
        },
      },
    },
  },
  // `npm run dev`: the page with hot reload, beside a server that was started with `bauboom serve --port 8123`
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] }, // Svelte as it runs in a page
  test: {
    include: ["tests/*.test.ts"],
    environment: "./tests/environment.ts",
    globalSetup: "./tests/setup.ts",
    testTimeout: 60_000, // many go through whole games, on machines that have other work
  },
});

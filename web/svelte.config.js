import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// the class that keeps a component's styles to itself is in every one of its elements: a short one
const cssHash = ({ hash, css }) => `s${hash(css).slice(0, 4)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };

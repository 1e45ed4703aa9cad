/** The page without a network: the service worker keeps what it needs, in idle time. */

import { settings } from "./settings.svelte";

const idle = () => new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 5000 }) : setTimeout(resolve, 1500)));

export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await idle();
  const registration = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  // a worker of our own version takes over as soon as nobody needs the last one
  const entry = document.querySelector<HTMLScriptElement>("script[type=module]")?.src.split("/").pop();
  const replace = () => registration.waiting?.postMessage({ do: "replace", entry });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", replace));
  replace();
}

/** Keep the games as well, in the language that is set. Call it in an effect: it follows the language. */
export async function keepGames(): Promise<void> {
  const { language } = settings;
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  await idle();
  active?.postMessage({ do: "keep", language });
}

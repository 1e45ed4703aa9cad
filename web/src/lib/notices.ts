/** "Your turn", for those who look elsewhere: in the tab's title, and as a notice of the system if that is wanted. */

import { settings } from "./settings.svelte";

const TAG = "bauboom turn"; // the next one takes the place of the last

export const canNotify = (): boolean => "Notification" in globalThis && "serviceWorker" in navigator;

/** Ask the system; only after the player switched notices on. */
export async function allowNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

export async function notify(title: string, body: string, address: string): Promise<void> {
  if (!settings.notices || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  const icon = new URL("icon-192.png", document.baseURI).href;
  await worker?.showNotification(title, { body, tag: TAG, icon, badge: icon, data: { address } });
}

export async function putAway(): Promise<void> {
  if (!canNotify()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: TAG })) ?? []) notice.close();
}

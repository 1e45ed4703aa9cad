/** Whether only the machine itself can open an address with this host: a link to it is of no use to others. */
export const isOnlyHere = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

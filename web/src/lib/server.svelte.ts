/** Whether there is a server behind this page, and whether it answers. */

class Server {
  /** No: the page is a folder of files on some host, as `bauboom site` makes it. */
  readonly exists = document.querySelector<HTMLMetaElement>('meta[name="bauboom"]')?.content !== "site";
  /** What was asked last got an answer. */
  answers = $state(this.exists);
}

export const server = new Server();

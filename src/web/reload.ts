// Reloads the page when the server has another build of the client (npm run dev). The client's state survives that, as it
// survives any reload.

export type {};

/** The build sets it. */
declare const VERSION: string;

new EventSource("/w/build").addEventListener("message", ({ data }) => {
  if (data !== VERSION) location.reload();
});

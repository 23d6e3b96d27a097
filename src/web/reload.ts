// Loads the page anew when the server has another build of the client (npm run dev). Its state outlives that, as it
// outlives any reload.

export type {};

/** Put in by the build. */
declare const VERSION: string;

new EventSource("/w/build").addEventListener("message", ({ data }) => {
  if (data !== VERSION) location.reload();
});

// Reloads the page when the server has another client build (npm run dev). The client's state survives, as with any
// reload.

export type {};

/** Set by the build. */
declare const VERSION: string;

new EventSource("/w/build").addEventListener("message", ({ data }) => {
  if (data !== VERSION) location.reload();
});

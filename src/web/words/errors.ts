import { catalog } from "./catalog.ts";

export const errorsWords = catalog("errors", {
  unreachable: "The server cannot be reached. Nothing is lost: try again in a moment.",
  unknown: "Something went wrong. Nothing is lost: try again.",
});

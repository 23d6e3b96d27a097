import type { Words } from "../en.ts";
import { number } from "../format.ts";

export const lightbox: Words["lightbox"] = {
  count: (at, of) => (of > 1 ? `${number(at)} von ${number(of)}` : ""),
  previous: "Voriges Bild",
  next: "Nächstes Bild",
  zoom: "Volle Größe",
  download: "Herunterladen",
};

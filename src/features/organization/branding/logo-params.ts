import { boolean, optional } from "../../../endpoints/parameter.ts";
import type { PictureName } from "../realm/pictures.ts";

/** Which of the two logos is meant. */
export const logoParams = { night: optional(boolean, false) };
export const logoOf = ({ night }: { readonly night: boolean }): PictureName => (night ? "night_logo" : "logo");

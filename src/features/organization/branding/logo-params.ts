import { boolean, optional } from "../../../endpoints/parameter.ts";
import type { PictureName } from "../realm/pictures.ts";

/** The parameter that selects the logo of the dark theme instead of that of the light one. */
export const logoParams = { night: optional(boolean, false) };
export const logoOf = ({ night }: { readonly night: boolean }): PictureName => (night ? "night_logo" : "logo");

import { PICTURE_LINK, PICTURE_NAME } from "../../model/formatting/picture-classes.ts";

/** Selects the links around images in messages, except in closed spoilers. Clicking such a link opens the lightbox. */
export const PICTURE_LINKS = `:is(.message_inline_image a:not(.${PICTURE_NAME}), .${PICTURE_LINK}):has(img):not(:is(.youtube-video, .vimeo-video, [inert]) *)`;

export const hasPictures = (html: string): boolean =>
  html.includes('class="message_inline_image"') || html.includes('class="inline-image');

/** The class of a link around a picture that stands within the text of a message. */
export const PICTURE_LINK = "content-picture-link";

/** The class of a link that names the picture below it. */
export const PICTURE_NAME = "content-picture-name";

/** Finds the links that pictures and films of messages are in; a click on one of a picture opens the lightbox. */
export const PICTURE_LINKS = `.message_inline_image a:not(.${PICTURE_NAME}), .${PICTURE_LINK}`;

/** Whether a message has pictures or films, by its HTML. */
export const hasPictures = (html: string): boolean =>
  html.includes("message_inline_image") || html.includes('class="inline-image');

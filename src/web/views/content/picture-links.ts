/** Class of a link around an image within a message's text. */
export const PICTURE_LINK = "content-picture-link";

/** Class of a link that names the image below it. */
export const PICTURE_NAME = "content-picture-name";

/** Selects the links around images and videos in messages. Clicking an image's link opens the lightbox. */
export const PICTURE_LINKS = `.message_inline_image a:not(.${PICTURE_NAME}), .${PICTURE_LINK}`;

/** Whether a message's HTML contains images or videos. */
export const hasPictures = (html: string): boolean =>
  html.includes("message_inline_image") || html.includes('class="inline-image');

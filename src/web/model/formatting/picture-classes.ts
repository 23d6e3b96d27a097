/** Class of a link around an image within a message's text. */
export const PICTURE_LINK = "content-picture-link";

/** Class of a link that names the image below it. */
export const PICTURE_NAME = "content-picture-name";

/**
 * The address of a person's picture; undefined where they have given the server none. Pictures at Gravatar count as none
 * and are not loaded, because Gravatar would learn who looks at whom, and when.
 */
export const ownPicture = (src: string | null | undefined): string | undefined =>
  src === null || src === undefined || src === "" || /^https?:\/\/([\w-]+\.)?gravatar\.com\//i.test(src)
    ? undefined
    : src;

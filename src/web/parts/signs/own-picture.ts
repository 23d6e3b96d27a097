/**
 * The address of somebody's picture, where they have given the server one. Those at Gravatar stand in the place of none, and
 * are not asked for: it would learn who looks at whom, and when.
 */
export const ownPicture = (src: string | null | undefined): string | undefined =>
  src === null || src === undefined || src === "" || /^https?:\/\/([\w-]+\.)?gravatar\.com\//i.test(src)
    ? undefined
    : src;

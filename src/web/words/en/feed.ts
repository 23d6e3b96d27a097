export const feed = {};

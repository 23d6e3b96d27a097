export const message = {};

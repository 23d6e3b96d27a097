export const recent = {};

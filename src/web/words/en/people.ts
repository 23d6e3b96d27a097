export const people = {
  unknown: "Unknown user",
};

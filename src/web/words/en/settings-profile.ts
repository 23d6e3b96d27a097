export const profile = {
  rows: {
    full_name: "Name",
  },
  nameHint: "How others see you.",
  nameLocked: "Your organization does not let people change their names.",
};

import type { Attributes } from "../protocol/attributes.ts";

export const groupAttributes: Attributes = {
  externalId: { type: "string", says: "The directory's own id.", exact: true },
  displayName: { type: "string", says: "The name of the group.", required: true, unique: true },
  members: {
    type: "complex",
    says: "The people and the groups that are in the group.",
    multiple: true,
    sub: {
      value: { type: "string", says: "The member's id.", exact: true },
      $ref: { type: "reference", says: "The member's address." },
      type: { type: "string", says: "User or Group." },
      display: { type: "string", says: "The member's name." },
    },
  },
};

import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { endGroups, placeByRole, writeGroup } from "./archive-groups.ts";

export const groupArchive: FeatureArchive = {
  tables: ["user_groups", "group_members", "group_subgroups"],
  parts: [
    part({ table: "users", end: placeByRole }),
    part({
      table: "groups",
      atOnce: 20,
      reading: {
        from: "user_groups t",
        key: ["id"],
        columns: [
          ..."name description creator_id date_created is_system deactivated permissions".split(" "),
          `CASE WHEN t.is_system THEN '[]'
           ELSE (SELECT json_group_array(user_id) FROM group_members m WHERE m.group_id = t.id) END AS members`,
          "(SELECT json_group_array(subgroup_id) FROM group_subgroups s WHERE s.group_id = t.id) AS subgroups",
        ],
      },
      write: writeGroup,
      end: endGroups,
    }),
  ],
};

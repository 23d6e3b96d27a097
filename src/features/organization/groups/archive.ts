import { type FeatureArchive, part } from "../../../realm/archive/feature-archive.ts";
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
      row: (row) => ({
        id: row.number("id"),
        name: row.text("name"),
        description: row.text("description"),
        creator_id: row.numberOrNull("creator_id"),
        date_created: row.numberOrNull("date_created"),
        deactivated: row.flag("deactivated"),
        is_system: row.flag("is_system"),
        members: row.ids("members"),
        subgroups: row.ids("subgroups"),
        permissions: row.permissions("permissions"),
      }),
      write: writeGroup,
      end: endGroups,
    }),
  ],
};

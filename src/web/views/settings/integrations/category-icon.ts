import type { Category } from "../../../model/integrations/integration.ts";
import type { IconName } from "../../../parts/icon.tsx";

/** Services have no pictures of their own here: what they are for has one. */
export const CATEGORY_ICONS: Readonly<Record<Category, IconName>> = {
  "version control": "git-branch",
  issues: "circle-dot",
  builds: "hammer",
  monitoring: "activity",
  support: "life-buoy",
  business: "briefcase",
  general: "blocks",
};

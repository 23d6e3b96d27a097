import type { Category } from "../../../model/integrations/integration.ts";
import type { IconName } from "../../../parts/icon.tsx";

/** The icon of each category of services: services have no pictures of their own here. */
export const CATEGORY_ICONS: Readonly<Record<Category, IconName>> = {
  "version control": "git-branch",
  issues: "circle-dot",
  builds: "hammer",
  monitoring: "activity",
  support: "life-buoy",
  business: "briefcase",
  general: "blocks",
};

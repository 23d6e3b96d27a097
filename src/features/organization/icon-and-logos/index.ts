import { feature } from "../../../feature.ts";
import { imagePage } from "../../files/storage/image-page.ts";
import { pictureKey } from "../organization-settings/pictures.ts";
import {
  getIconEndpoint,
  getLogoEndpoint,
  resetIconEndpoint,
  resetLogoEndpoint,
  setIconEndpoint,
  setLogoEndpoint,
} from "./endpoints.ts";

/** Uploads, resets and serves the organization's icon and logos. */
export const branding = feature({
  name: "branding",
  endpoints: [setIconEndpoint, resetIconEndpoint, getIconEndpoint, setLogoEndpoint, resetLogoEndpoint, getLogoEndpoint],
  pages: [
    imagePage("GET /user_avatars/:realm_id/realm/:file", ({ realm_id = "", file = "" }) => ({
      key: pictureKey(realm_id, file),
    })),
  ],
});

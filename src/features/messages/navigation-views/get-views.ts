import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { navigationViewSchema } from "./events.ts";
import { viewsOf } from "./navigation-views.ts";

export const getViewsEndpoint = action({
  route: "GET /navigation_views",
  params: {},
  reply: { navigation_views: v.array(navigationViewSchema) },
  run: ({ realm, actor }) => ({ navigation_views: viewsOf(realm, actor.user_id) }),
});

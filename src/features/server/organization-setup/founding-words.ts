import { words } from "../../../protocol/words/words.ts";

export const foundingWords = words("founding", {
  title: "Create an organization",
  about: "It will be at {address}. You'll be its owner and can invite everyone else.",
  name: "Organization name",
  nameHint: "Your company, team or club. You can change this later.",
  fullName: "Your name",
  fullNameHint: "This is how others will see you.",
  email: "Your email",
  password: "Password",
  token: "Setup token",
  tokenHint: "Ask your server administrator. npm start saves it as setup-token in its data directory.",
  create: "Create organization",
  beginAnew: "Start over without the old organization's data",
  closed: "Creating an organization here requires a setup token, and none is set yet. To set one:",
});

import { catalog } from "../../catalog.ts";

export const authMethodsWords = catalog("authMethods", {
  rows: {
    authentication_methods: "Ways to log in",
    second_factor_required_role: "Who needs a passkey or a second factor",
  },
  moreThanPassword: "More than a password",
  secondFactorHint:
    "Also of those who log in at another service. Whoever has neither sets one up at their next login, before anything else.",
  title: "Ways to log in",
  hint: "How people of this organization prove who they are.",
  methods: {
    dev: {
      label: "For developers",
      hint: "Without a password, on this machine alone: for those who try out the server.",
    },
    email: {
      label: "Email and password",
      hint: "Also what new passwords by email, and keys of other programs, are asked for with.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "By an account of the provider that whoever runs the server has named.",
    },
  },
  unavailable: "The server does not offer this. Whoever runs it can set it up.",
  last: "It is the only way left: there has to be one.",
  offTitle: (name: string) => `No longer log in with: ${name}?`,
  offText: "Whoever has logged in this way stays logged in. After that, they need another way.",
  offAction: "Switch off",
});

import { catalog } from "./catalog.ts";

export const noticeWords = catalog("notifications", {
  newDirect: "New direct message",
  offer: "Get notified of direct messages and mentions?",
  turnOn: "Turn on",
  notNow: "Not now",
  newVersion: "A new version of Parley is available.",
  offlineSince: "You're offline. Messages are sent when you reconnect. Last connected",
  noAnswerSince: "The server isn't responding. Messages are sent when it does. Last connected",
  barred:
    "Your organization doesn't allow this network. Connect to an allowed one, such as your office network or VPN.",
  barredKept: "What you write is kept and sent then.",
});

export const installWords = catalog("install", {
  offer: "Install {organization} as an app with its own window?",
  offerOnApple: "Add {organization} to your home screen to get notifications?",
  install: "Install",
  showHow: "Show how",
  menu: "Install app",
  title: "Add {organization} to your home screen",
  steps: {
    share: "Tap Share in Safari.",
    add: "Choose “Add to Home Screen”.",
    open: "Open {organization} from your home screen, and turn on notifications.",
  },
});

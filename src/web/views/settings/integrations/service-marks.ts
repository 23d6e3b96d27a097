// Drawn for Parley on a grid of 24, as lines of one width: each shows a thing that the service's name or trade calls to
// mind, and none is the service's own logo.

/** The hue of the mark, 0 to 360 in OKLCH, or undefined for a gray one; and the data of its path. */
type ServiceMark = readonly [hue: number | undefined, path: string];

const GRAY = undefined;

/** The marks of services by the names of their integrations. */
export const serviceMarks: Readonly<Record<string, ServiceMark>> = {
  airbyte: [285, "M3 9h10a3 3 0 10-3-3M3 13h15a3 3 0 11-3 3M3 17h6"],
  alertmanager: [38, "M12 3c1 3 5 5 5 10a5 5 0 01-10 0c0-2 1-3.5 2-4.5.3 1.5 1 2.5 2 2.5 0-3-.5-5.5 1-8zM9 21h6"],
  ansibletower: [20, "M4 21h16M7 21l1.5-11h7L17 21M7 3v4l1.5 3h7L17 7V3M12 3v4M10 21v-3a2 2 0 014 0v3"],
  appveyor: [
    230,
    "M5 15h14a3 3 0 013 3v0a3 3 0 01-3 3h-14a3 3 0 01-3-3v-0a3 3 0 013-3zM6 18v.01M12 18v.01M18 18v.01M8 4h8v8H8zM12 4v3",
  ],
  azuredevops: [250, "M12 12c-2-3-3.5-4-5.5-4a4 4 0 000 8c2 0 3.5-1 5.5-4s3.5-4 5.5-4a4 4 0 010 8c-2 0-3.5-1-5.5-4z"],
  basecamp: [80, "M11 3l10 17H3L13 3M12 12l-4 8M12 12l4 8"],
  bitbucket2: [258, "M4 9h16l-2.5 11h-11zM4 9a8 6 0 0116 0"],
  bitbucket3: [258, "M4 9h16l-2.5 11h-11zM4 9a8 6 0 0116 0M9 13.5h6M9.5 16.5h5"],
  buildbot: [120, "M12 3l8 4.5v9L12 21l-8-4.5v-9zM9 12a3 3 0 106 0a3 3 0 10-6 0"],
  circleci: [195, "M20 12a8 8 0 11-2.5-5.8M20 3v4h-4M10 12a2 2 0 104 0a2 2 0 10-4 0"],
  datadog: [305, "M8 6h8l1 6a5 5 0 01-10 0zM8 6L4 5v6l3 1M16 6l4-1v6l-3 1M10.5 10v.01M13.5 10v.01M12 14v3"],
  dropbox: [255, "M4 12v8h16v-8M4 12l2-4h2M20 12l-2-4h-2M12 3v11M9 11l3 3 3-3"],
  forgejo: [35, "M3 7c.5 2.5 3 4 7 4.5V15H8v4h10v-4h-2v-3.5c3-.5 5-2.5 5-5.5H9v1z"],
  freshdesk: [155, "M4 16v-4a8 8 0 0116 0v4M4 14h3v6H5a1 1 0 01-1-1zM20 14h-3v6h2a1 1 0 001-1z"],
  freshping: [165, "M12 12v.01M8 16a5.7 5.7 0 010-8M16 8a5.7 5.7 0 010 8M5 19a10 10 0 010-14M19 5a10 10 0 010 14"],
  front: [5, "M5 5h14a2 2 0 012 2v10a2 2 0 01-2 2h-14a2 2 0 01-2-2v-10a2 2 0 012-2zM3.5 7l8.5 6 8.5-6"],
  gitea: [140, "M4 9h13v6a5 5 0 01-5 5H9a5 5 0 01-5-5zM17 10h1.5a2.5 2.5 0 010 5H17M8 3v3M13 3v3"],
  github: [
    GRAY,
    "M5 4l4 2.5a11 11 0 016 0L19 4c1 2 .9 4 .4 5.5C21 15 17.5 20 12 20S3 15 4.6 9.5C4.1 8 4 6 5 4zM9 12.5v.01M15 12.5v.01M11 16h2",
  ],
  githubsponsors: [345, "M12 20C5 15.5 3 12 3 9a4.5 4.5 0 019-1 4.5 4.5 0 019 1c0 3-2 6.5-9 11z"],
  gitlab: [45, "M4 3l4 5h8l4-5 1 9-9 9-9-9zM9 12.5v.01M15 12.5v.01M10.5 16.5L12 18l1.5-1.5"],
  gocd: [220, "M4 5l8 7-8 7zM12 5l8 7-8 7z"],
  gogs: [
    185,
    "M3 14a4 4 0 108 0a4 4 0 10-8 0M13 14a4 4 0 108 0a4 4 0 10-8 0M11 14a1 1 0 012 0M3 13l2-6h2M21 13l-2-6h-2",
  ],
  grafana: [55, "M4 4v16h16M8 15l4-5 3 3 5-7"],
  harbor: [235, "M10 5a2 2 0 104 0a2 2 0 10-4 0M12 7v14M8 11h8M4 14c0 4 3.5 7 8 7s8-3 8-7"],
  helloworld: [200, "M3 12a9 9 0 1018 0a9 9 0 10-18 0M9 10v.01M15 10v.01M8 14a5 5 0 008 0"],
  heroku: [
    295,
    "M3 9c3-2 6-1.5 9 1 3-2.5 6-3 9-1 0 5-2 8-5 8-2 0-3-2-4-3-1 1-2 3-4 3-3 0-5-3-5-8zM8 12.5v.01M16 12.5v.01",
  ],
  homeassistant: [225, "M3 11l9-8 9 8M5 9.5V20h14V9.5M12 17v.01M9.5 14.5a3.5 3.5 0 015 0M8 12a6 6 0 018 0"],
  ifttt: [GRAY, "M3 4h7v7H3zM14 13h7v7h-7zM10 7.5h4a3.5 3.5 0 013.5 3.5v2"],
  intercom: [265, "M8 3h8a2 2 0 012 2v14a2 2 0 01-2 2h-8a2 2 0 01-2-2v-14a2 2 0 012-2zM9 7h6M9 10h6M9 13h6M12 17v.01"],
  jenkins: [30, "M8 7a4 4 0 108 0a4 4 0 10-8 0M12 17l-6-3v6zM12 17l6-3v6z"],
  jira: [262, "M3 7h18v3a2 2 0 000 4v3H3v-3a2 2 0 000-4zM14 7v1.5M14 11.3v1.5M14 15.5V17"],
  json: [75, "M9 4H8a2 2 0 00-2 2v4l-2 2 2 2v4a2 2 0 002 2h1M15 4h1a2 2 0 012 2v4l2 2-2 2v4a2 2 0 01-2 2h-1"],
  lidarr: [160, "M9 17V6l10-2v11M4 17a2.5 2.5 0 105 0a2.5 2.5 0 10-5 0M14 15a2.5 2.5 0 105 0a2.5 2.5 0 10-5 0"],
  linear: [
    280,
    "M3 19a2 2 0 104 0a2 2 0 10-4 0M10 12a2 2 0 104 0a2 2 0 10-4 0M17 5a2 2 0 104 0a2 2 0 10-4 0M6.5 17.5l4-4M13.5 10.5l4-4",
  ],
  netlify: [185, "M12 3l9 9-9 9-9-9zM12 3v18M3 12h18"],
  newrelic: [165, "M9 3h6M10 3c0 4-4 5-4 9s3 6 4 9h4c1-3 4-5 4-9s-4-5-4-9M6.5 10h11M6.5 14h11"],
  notion: [GRAY, "M7 3h10a2 2 0 012 2v14a2 2 0 01-2 2h-10a2 2 0 01-2-2v-14a2 2 0 012-2zM9 3v18M12.5 8H16M12.5 12H16"],
  opencollective: [
    245,
    "M10 5a2 2 0 104 0a2 2 0 10-4 0M3 17a2 2 0 104 0a2 2 0 10-4 0M17 17a2 2 0 104 0a2 2 0 10-4 0M9 6a8 8 0 00-5 8M15 6a8 8 0 015 8M7.5 19a8 8 0 009 0",
  ],
  openproject: [240, "M4 4v16M8 6h7M10 12h9M14 18h6"],
  opsgenie: [258, "M2 9c4 0 4 3 6 4h9c2 0 4-1 4-3s-2-2-4 0M8 13c0 3 2 5 4.5 5S17 16 17 13M9 21h7M12.5 18v3M12 10h1"],
  pagerduty: [
    150,
    "M5 6h14a2 2 0 012 2v8a2 2 0 01-2 2h-14a2 2 0 01-2-2v-8a2 2 0 012-2zM6.5 9.5h7v2h-7zM7 15v.01M11 15v.01M17.5 10.5v4",
  ],
  papertrail: [248, "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h4"],
  patreon: [
    32,
    "M12 3a9 9 0 100 18c2 0 2-1.5 1.3-2.5-.8-1.2 0-2.5 1.7-2.5h2a4 4 0 004-4c0-5-4-9-9-9zM7.5 12.5v.01M9.5 8v.01M14.5 7.5v.01",
  ],
  pingdom: [95, "M3 12a9 9 0 1018 0a9 9 0 10-18 0M6.5 12h3L11 8l2.5 8 1.5-4h2.5"],
  radarr: [
    88,
    "M6 4h12a2 2 0 012 2v12a2 2 0 01-2 2h-12a2 2 0 01-2-2v-12a2 2 0 012-2zM8 4v16M16 4v16M4 9h4M4 15h4M16 9h4M16 15h4M8 12h8",
  ],
  raygun: [75, "M4 6h9l2 3h2M4 12h9l2-3M4 6v6M5 12l-1 8h4l2-8M20 9h1M19 6l1-1M19 12l1 1"],
  redmine: [25, "M6 4h12l3 5-9 11L3 9zM3 9h18M9 9l3 11 3-11"],
  rollbar: [252, "M3 20h18M4 20v-7a8 8 0 0116 0v7M8 20v-7a4 4 0 018 0v7"],
  rundeck: [22, "M4 6h16M4 12h7M4 18h7M15 11l5 4-5 4z"],
  semaphore: [
    155,
    "M9 3h6a2 2 0 012 2v14a2 2 0 01-2 2h-6a2 2 0 01-2-2v-14a2 2 0 012-2zM11 7a1 1 0 102 0a1 1 0 10-2 0M11 12a1 1 0 102 0a1 1 0 10-2 0M11 17a1 1 0 102 0a1 1 0 10-2 0",
  ],
  sentry: [315, "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM12 8v5M12 16v.01"],
  shortcut: [300, "M5 20C5 11 9 7 19 7M15 3l4 4-4 4M10 20v.01M14.5 20v.01M19 20v.01M19 15.5v.01"],
  slack: [
    330,
    "M5 4h14a2 2 0 012 2v9a2 2 0 01-2 2h-8l-4 4v-4H5a2 2 0 01-2-2V6a2 2 0 012-2zM10.5 7.5l-1 6M14.5 7.5l-1 6M8 9.5h8M8 12h8",
  ],
  slack_incoming: [
    330,
    "M5 4h14a2 2 0 012 2v9a2 2 0 01-2 2h-8l-4 4v-4H5a2 2 0 01-2-2V6a2 2 0 012-2zM12 7v6.5M9 10.5l3 3 3-3",
  ],
  sonarqube: [242, "M5 19v.01M5 14a5 5 0 015 5M5 9a10 10 0 0110 10M5 4a15 15 0 0115 15"],
  sonarr: [228, "M5 8h14a2 2 0 012 2v8a2 2 0 01-2 2h-14a2 2 0 01-2-2v-8a2 2 0 012-2zM8 3l4 5 4-5"],
  splunk: [135, "M3 20c0-8 3-15 9-15s9 7 9 15zM9 20v-4a3 3 0 016 0v4"],
  statuspage: [152, "M7 3h10a2 2 0 012 2v14a2 2 0 01-2 2h-10a2 2 0 01-2-2v-14a2 2 0 012-2zM9 10l2 2 4-4M9 17h6"],
  stripe: [278, "M5 5h14a2 2 0 012 2v10a2 2 0 01-2 2h-14a2 2 0 01-2-2v-10a2 2 0 012-2zM3 10h18M7 15h3"],
  taiga: [170, "M12 3l5 7h-3l4 6H6l4-6H7zM12 16v5"],
  teamcity: [215, "M2 21h20M4 21V11h5M9 21V4h6v17M15 13h5v8M12 8v.01M12 12v.01M12 16v.01"],
  template: [175, "M4 4h16v4H4zM4 12h9v8H4zM17 12h3v8h-3z"],
  travis: [70, "M4 15a8 8 0 0116 0M3 15h18v3H3zM10 7.5V11M14 7.5V11"],
  trello: [245, "M6 4h12a2 2 0 012 2v12a2 2 0 01-2 2h-12a2 2 0 01-2-2v-12a2 2 0 012-2zM8 8v8M12 8v4M16 8v6"],
  "uptime-kuma": [
    150,
    "M5 8.5A2.5 2.5 0 118.5 5.5a8 8 0 017 0A2.5 2.5 0 1119 8.5a8 8 0 11-14 0zM9.5 12v.01M14.5 12v.01M11 15.5h2",
  ],
  uptimerobot: [
    145,
    "M7 7h10a2 2 0 012 2v7a2 2 0 01-2 2h-10a2 2 0 01-2-2v-7a2 2 0 012-2zM12 3v4M9 11v.01M15 11v.01M9 15h6M2 11v3M22 11v3M9 18v3M15 18v3",
  ],
  vercel: [GRAY, "M7 18a4 4 0 01-.5-8A6 6 0 0118 9.5a4.3 4.3 0 01-1 8.5M12 20v-8M9 15l3-3 3 3"],
  wekan: [212, "M4 4h6v7H4zM4 15h6v5H4zM14 4h6v4h-6zM14 12h6v8h-6z"],
  wordpress: [238, "M12 21l-5-8 3-10h4l3 10zM12 21v-7M11 13a1 1 0 102 0a1 1 0 10-2 0"],
  zabbix: [27, "M5 18a9 9 0 1114 0M12 14l4-5M11 14a1 1 0 102 0a1 1 0 10-2 0"],
  zapier: [48, "M9 3v5M15 3v5M6 8h12v3a6 6 0 01-12 0zM12 17v4"],
  zendesk: [180, "M4 17a8 8 0 0116 0zM3 20h18M12 9V6M10 6h4"],
};

import type { Translation } from "../../../catalog.ts";
import type { servicesWords } from "../../../settings/integrations/services.ts";

export const services: Translation<typeof servicesWords> = {
  airbyte: {
    about: "عمليات المزامنة الناجحة والفاشلة",
    where: "في إعدادات مساحة العمل، ضمن Notifications، يُدخَل رابط خطاف الويب كـ webhook.",
  },
  alertmanager: {
    about: "تنبيهات Prometheus عند انطلاقها وانتهائها",
    where: "في alertmanager.yml، يُضاف receiver مع webhook_configs، وتُوجَّه التنبيهات إليه.",
  },
  ansibletower: {
    about: "المهام التي تبدأ وتنجح وتفشل",
    where: "في Ansible Tower أو AWX، يُضاف إشعار من النوع Webhook، ويُفعَّل لقوالبك.",
  },
  appveyor: {
    about: "عمليات البناء الناجحة والفاشلة",
    where: "في إعدادات المشروع، ضمن Notifications، يُضاف إشعار من النوع Webhook.",
  },
  azuredevops: {
    about: "عمليات الدفع وطلبات السحب في Azure Repos",
    where: "في إعدادات المشروع، ضمن Service hooks، يُضاف اشتراك من النوع Web Hooks.",
  },
  basecamp: {
    about: "المستندات والرسائل والأسئلة والمهام",
    where: "في إعدادات المشروع، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  bitbucket2: {
    about: "عمليات الدفع وطلبات السحب والتذاكر",
    where: "في إعدادات المستودع، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  bitbucket3: {
    about: "عمليات الدفع وطلبات السحب على خادمك",
    where: "في إعدادات المستودع، ضمن Webhooks، يُنشأ خطاف ويب.",
  },
  buildbot: {
    about: "عمليات البناء عند بدئها وانتهائها",
    where: "في master.cfg، يُضاف مُبلِّغ HttpStatusPush مع رابط خطاف الويب.",
  },
  circleci: {
    about: "المهام ومسارات العمل المكتملة",
    where: "في إعدادات المشروع، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  datadog: {
    about: "المراقبات التي تنبّه وتتعافى",
    where:
      "في تكاملات Datadog، يُضاف خطاف ويب تحتوي حمولته على title وbody وlink وhostname وpriority وalert_transition.",
  },
  dropbox: {
    about: "الملفات المتغيرة",
    where: "في App Console لدى Dropbox، ضمن Webhooks لتطبيقك، يُضاف رابط خطاف الويب.",
  },
  forgejo: {
    about: "عمليات الدفع وطلبات السحب والتذاكر والإصدارات",
    where: "في إعدادات المستودع، ضمن Webhooks، يُضاف خطاف ويب من النوع Forgejo.",
  },
  freshdesk: {
    about: "التذاكر الجديدة والمتغيرة",
    where: "في قاعدة أتمتة، يُشغَّل webhook: POST وJSON، مع حقول التذكرة في كائن باسم freshdesk_webhook.",
  },
  freshping: {
    about: "الفحوص التي تتوقف وتعود",
    where: "في إعدادات Freshping، ضمن Integrations، يُضاف خطاف ويب.",
  },
  front: {
    about: "المحادثات وتعليقاتها ومن يتولاها",
    where: "في إعدادات Front، يُفعَّل تكامل Webhooks، ويُستخدم في قاعدة.",
  },
  gitea: {
    about: "عمليات الدفع وطلبات السحب والتذاكر والإصدارات",
    where: "في إعدادات المستودع، ضمن Webhooks، يُضاف خطاف ويب من النوع Gitea.",
  },
  github: {
    about: "عمليات الدفع وطلبات السحب والتذاكر والإصدارات وغيرها",
    where: "في إعدادات المستودع أو المؤسسة، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  githubsponsors: {
    about: "الرعايات الجديدة والمتغيرة",
    where: "في لوحة الرعاية، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  gitlab: {
    about: "عمليات الدفع وطلبات الدمج والتذاكر والمسارات وغيرها",
    where: "في إعدادات المشروع أو المجموعة، ضمن Webhooks، يُضاف خطاف ويب.",
  },
  gocd: {
    about: "المراحل التي تبدأ وتنجح وتفشل",
    where: "تُثبَّت إضافة Sentry المسماة GoCD WebHook Notification، ويُدخَل رابط خطاف الويب في WebHook URL.",
  },
  gogs: {
    about: "عمليات الدفع وطلبات السحب والتذاكر والإصدارات",
    where: "في إعدادات المستودع، ضمن Webhooks، يُضاف خطاف ويب من النوع Gogs.",
  },
  grafana: {
    about: "التنبيهات عند انطلاقها وانتهائها",
    where: "في تنبيهات Grafana، تُضاف contact point من النوع Webhook.",
  },
  harbor: {
    about: "الصور والفحوص والحصص وعمليات النسخ",
    where: "في المشروع، ضمن Webhooks، يُضاف خطاف ويب من النوع HTTP.",
  },
  helloworld: {
    about: "أصغر تكامل، للتجربة",
    where: "يُرسَل JSON يحتوي على featured_title وfeatured_url بأي برنامج.",
  },
  heroku: {
    about: "الإصدارات وعمليات البناء والنشر",
    where: "يُضاف خطاف ويب إلى التطبيق، في لوحة التحكم أو بالأمر heroku webhooks:add.",
  },
  homeassistant: {
    about: "رسائل من منزلك",
    where: "في configuration.yaml، يُضاف إشعار REST يرسل message، وtopic اختياريًا.",
  },
  ifttt: {
    about: "كل ما يشغّل applet",
    where: "يُنهى applet بطلب ويب: POST وapplication/json، مع topic وcontent.",
  },
  intercom: {
    about: "المحادثات وجهات الاتصال والشركات",
    where: "في developer hub لدى Intercom، يُضاف رابط خطاف الويب إلى webhooks تطبيقك، وتُختار مواضيعه.",
  },
  jenkins: {
    about: "عمليات البناء التي تبدأ وتنجح وتفشل",
    where: "بإضافة notification، تُضاف نقطة نهاية إلى المهمة: JSON وHTTP.",
  },
  jira: {
    about: "التذاكر والتعليقات",
    where: "في إعدادات نظام Jira، يمكن لأحد المديرين إنشاء خطاف ويب.",
  },
  json: {
    about: "أي JSON، معروضًا كما هو",
    where: "يُرسَل أي JSON بأي برنامج: يُعرض ككود.",
  },
  lidarr: {
    about: "الألبومات عند جلبها واستيرادها وحذفها",
    where: "في إعدادات Lidarr، ضمن Connect، يُضاف خطاف ويب.",
  },
  linear: {
    about: "التذاكر والتذاكر الفرعية والتعليقات",
    where: "في إعدادات API لمساحة العمل، يُنشأ خطاف ويب للتذاكر والتعليقات.",
  },
  netlify: {
    about: "عمليات النشر التي تبدأ وتنجح وتفشل",
    where: "في إعدادات إشعارات الموقع، يُضاف طلب HTTP POST لكل حدث من أحداث النشر.",
  },
  newrelic: {
    about: "المشكلات عند فتحها وإغلاقها",
    where: "ضمن وجهات التنبيه لدى New Relic، يُضاف خطاف ويب، ويُستخدم في workflow.",
  },
  notion: {
    about: "تغييرات الصفحات",
    where: "في إعدادات تكامل Notion، يُشترك في webhooks؛ يصل الرمز المطلوب كرسالة.",
  },
  opencollective: {
    about: "المساهمون الجدد والمساهمات",
    where: "في إعدادات collective، ضمن Webhooks، يُضاف رابط خطاف الويب.",
  },
  openproject: {
    about: "حزم العمل عند إنشائها وتغييرها",
    where: "في OpenProject، يمكن لأحد المديرين إضافة خطاف ويب ضمن API and webhooks.",
  },
  opsgenie: {
    about: "التنبيهات وما آلت إليه",
    where: "في تكاملات Opsgenie، يُضاف خطاف ويب.",
  },
  pagerduty: {
    about: "الحوادث ومن يتولاها",
    where: "في تكاملات PagerDuty، يُضاف generic webhook (v3) لخدمتك.",
  },
  papertrail: {
    about: "أسطر السجلات التي يجدها بحث",
    where: "يُضاف تنبيه من النوع Webhook إلى بحث محفوظ.",
  },
  patreon: {
    about: "العضويات الجديدة والمتغيرة والمنتهية",
    where: "في بوابة مطوري Patreon، ضمن My Webhooks، يُضاف رابط خطاف الويب.",
  },
  pingdom: {
    about: "الفحوص التي تتوقف وتعود",
    where: "في تكاملات Pingdom، يُضاف خطاف ويب، ويُختار في فحوصك.",
  },
  radarr: {
    about: "الأفلام عند جلبها واستيرادها وحذفها",
    where: "في إعدادات Radarr، ضمن Connect، يُضاف خطاف ويب.",
  },
  raygun: {
    about: "الأخطاء في برامجك ومن يتولاها",
    where: "في إعدادات التطبيق، ضمن Integrations، يُضاف خطاف ويب.",
  },
  redmine: {
    about: "التذاكر عند فتحها وتغييرها",
    where: "بإضافة خطافات الويب لـ Redmine، يُضاف رابط خطاف الويب في إعدادات المشروع.",
  },
  rollbar: {
    about: "الأخطاء في برامجك",
    where: "في إعدادات إشعارات المشروع، يُضاف خطاف ويب.",
  },
  rundeck: {
    about: "المهام التي تبدأ وتنجح وتفشل",
    where: "في إشعارات المهمة، يُضاف خطاف ويب: POST وJSON.",
  },
  semaphore: {
    about: "المسارات وعمليات البناء والنشر الناجحة والفاشلة",
    where: "في إشعارات المؤسسة، تُنشأ قاعدة يكون رابط خطاف الويب هو webhook فيها.",
  },
  sentry: {
    about: "الأخطاء في برامجك، والمشكلات",
    where: "في إعدادات المطورين لدى Sentry، يُنشأ internal integration يكون رابط خطاف الويب هو webhook فيه.",
  },
  shortcut: {
    about: "القصص والملاحم الجديدة والمتغيرة",
    where: "في الإعدادات، ضمن Integrations، يُضاف outgoing webhook.",
  },
  slack: {
    about: "ما يُكتب في قنوات Slack العامة",
    where:
      "يُنشأ تطبيق Slack يقرأ القنوات والأشخاص (channels:read وchannels:history وusers:read)، ويُشترك في message.channels ضمن Event Subscriptions.",
  },
  slack_incoming: {
    about: "البرامج التي يمكنها الكتابة إلى Slack",
    where: "يُعطى البرنامج رابط خطاف الويب هذا بدلًا من أحد incoming webhooks في Slack.",
  },
  sonarqube: {
    about: "بوابات الجودة الناجحة والفاشلة",
    where: "في إعدادات إدارة المشروع، ضمن Webhooks، يُنشأ خطاف ويب.",
  },
  sonarr: {
    about: "الحلقات عند جلبها واستيرادها وحذفها",
    where: "في إعدادات Sonarr، ضمن Connect، يُضاف خطاف ويب.",
  },
  splunk: {
    about: "عمليات البحث التي تجد شيئًا",
    where: "في إجراءات بحث محفوظ أو تنبيه، يُضاف خطاف ويب.",
  },
  statuspage: {
    about: "الحوادث وحالة المكونات",
    where: "يُشترك في صفحة الحالة عبر webhook بهذا الرابط.",
  },
  stripe: {
    about: "المدفوعات والفواتير والاشتراكات والنزاعات",
    where: "في إعدادات المطورين لدى Stripe، تُضاف نقطة نهاية webhook.",
  },
  taiga: {
    about: "القصص والمهام والتذاكر والملاحم والسباقات",
    where: "في إعدادات المشروع، ضمن Integrations، يُضاف خطاف ويب.",
  },
  teamcity: {
    about: "عمليات البناء الناجحة والفاشلة",
    where: "بخطافات الويب في TeamCity، أو بإضافة tcWebHooks، يُضاف رابط خطاف الويب إلى المشروع.",
  },
  template: {
    about: "أي JSON أو XML، معروضًا بقالبك",
    where: "يُرسَل أي JSON أو XML بأي برنامج أو خدمة. تحدد قوالبك شكل الرسائل.",
  },
  travis: {
    about: "عمليات البناء الناجحة والفاشلة",
    where: "في .travis.yml، يُضاف رابط خطاف الويب ضمن notifications ثم webhooks.",
  },
  trello: {
    about: "بطاقات اللوحة وقوائمها وأعضاؤها",
    where: "تُنشأ خطافات الويب في Trello عبر API: POST /1/webhooks مع اللوحة في idModel وهذا الرابط في callbackURL.",
  },
  "uptime-kuma": {
    about: "المراقبات التي تتوقف وتعود",
    where: "في Uptime Kuma، يُضاف إشعار من النوع Webhook، ويكون محتواه JSON.",
  },
  uptimerobot: {
    about: "المراقبات التي تتوقف وتعود",
    where: "في تكاملات UptimeRobot، يُضاف خطاف ويب يرسل JSON بمتغيرات UptimeRobot.",
  },
  vercel: {
    about: "عمليات النشر التي تبدأ وتنجح وتفشل",
    where: "في إعدادات الفريق، ضمن Webhooks، يُنشأ خطاف ويب لأحداث النشر.",
  },
  wekan: {
    about: "بطاقات اللوحة وقوائمها ومساراتها",
    where: "في إعدادات اللوحة، ضمن Outgoing Webhooks، يُضاف رابط خطاف الويب.",
  },
  wordpress: {
    about: "المقالات والصفحات المنشورة",
    where: "بإضافة لخطافات الويب، يُرسَل post_title وpost_url وhook عند نشر شيء.",
  },
  zabbix: {
    about: "المشكلات عند بدئها وانتهائها",
    where: "في Zabbix، يُضاف media type من النوع Webhook يرسل JSON إلى رابط خطاف الويب.",
  },
  zapier: {
    about: "كل ما يشغّل Zap",
    where: "يُنهى Zap بطلب POST عبر webhook: JSON مع topic وcontent.",
  },
  zendesk: {
    about: "التذاكر الجديدة والمتغيرة",
    where: "في مركز إدارة Zendesk، يُنشأ خطاف ويب، ويُربط بأحداث أو بمشغّل.",
  },
};

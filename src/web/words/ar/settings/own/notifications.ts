import type { Translation } from "../../../catalog.ts";
import type {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../../settings/own/notifications.ts";
import { isolated } from "../../grammar.ts";

export const notificationSettings: Translation<typeof notificationSettingsWords> = {
  rows: {
    directs: "الرسائل المباشرة والإشارات",
    followed: "المواضيع المتابَعة",
    channels: "كل المواضيع الأخرى في قنواتك",
    byChannel: "إعدادات خاصة بالقنوات",
    permission: "إشعارات المتصفح",
    test: "تجربة",
    quiet: "عدم الإزعاج",
    notification_sound: "الصوت",
    pm_content_in_desktop_notifications: "إظهار محتوى الرسائل المباشرة",
    enable_call_ringing: "الرنين عندما يتصل بي أحد",
    enable_online_push_notifications: "إرسال الإشعارات الفورية حتى عند نشاطي هنا",
    email_notifications_batching_period_seconds: "المهلة قبل إرسال البريد الإلكتروني",
    message_content_in_email_notifications: "تضمين محتوى الرسائل في البريد الإلكتروني",
    realm_name_in_email_notifications_policy: "اسم المؤسسة في عنوان البريد",
    enable_digest_emails: "ملخص أسبوعي عند غيابي",
    enable_login_emails: "عمليات الدخول الجديدة إلى حسابي",
  },
  hints: {
    pm_content_in_desktop_notifications: "قد يرى آخرون شاشتك.",
    enable_call_ringing: "عند إيقافه تصبح المكالمة رسالة كغيرها على جميع أجهزتك.",
    email_notifications_batching_period_seconds: "لا تُضمَّن الرسائل المقروءة خلال هذه المهلة.",
    enable_digest_emails: "إذا كانت مؤسستك ترسل هذا البريد.",
    enable_login_emails: "للانتباه إذا دخل شخص آخر.",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "نغمتان", ding: "جرس", none: "بلا صوت" },
    email_notifications_batching_period_seconds: {
      120: "دقيقتان",
      300: "5 دقائق",
      600: "10 دقائق",
      1800: "30 دقيقة",
      3600: "ساعة واحدة",
      21600: "6 ساعات",
      86400: "يوم واحد",
    },
    realm_name_in_email_notifications_policy: { 1: "عند الانضمام إلى عدة مؤسسات", 2: "دائمًا", 3: "أبدًا" },
  },
  what: "الإشعار بشأن",
  ways: { desktop: "سطح المكتب", sound: "الصوت", push: "فوري", email: "البريد", wildcard: isolated("@all") },
  wildcardHint: `${isolated("@all")}: معاملة إشارات ${isolated("@all")} كإشارات إليّ.`,
  channelsHint: "لها الأولوية على الإعدادات أعلاه.",
  noChannels: "كل قنواتك تستخدم الإعدادات أعلاه.",
  addChannel: "تخصيص قناة",
  reset: (name) => `إعادة ${isolated(name)} إلى الافتراضي`,
  device: "على هذا الجهاز",
  isOn: "مفعّلة",
  isBlocked: "يحظر المتصفح إشعارات هذا الموقع. يمكن السماح بها في إعدادات الموقع.",
  isMissing: "لا يدعم هذا المتصفح الإشعارات.",
  tryTitle: "إشعار تجريبي",
  tryText: "شخص ما: مرحبًا!",
  quietHint: "يوقف الإشعارات والأصوات مؤقتًا على هذا الجهاز.",
  quietFor: { off: "متوقف", hour: "لمدة ساعة", morning: "حتى صباح الغد", always: "حتى إيقافه يدويًا" },
  quietUntil: (when) => `حتى ${when}`,
  desktop: "سطح المكتب والصوت",
  mobile: "الإشعارات الفورية",
  email: "البريد الإلكتروني",
  topics: "المواضيع",
  words: "كلمات التنبيه",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    on: "إشعاري في هذا المتصفح حتى عند إغلاق Parley",
    all: "المتصفحات التي تتلقى إشعارات فورية",
  },
  onHint: "بشأن ما يُختار تحت «فوري». لا يمكن لخدمات الإشعارات قراءة رسائلك لأنها مشفّرة.",
  impossible: "لا يمكن لهذا المتصفح تلقي الإشعارات والصفحة مغلقة.",
  installFirst: "على iPhone أو iPad، تجب إضافة هذه الصفحة إلى الشاشة الرئيسية أولًا، ثم فتحها من هناك.",
  notHere: "لا يرسل هذا الخادم إشعارات فورية إلى المتصفحات.",
  refused: "تعذّر تفعيل الإشعارات الفورية. ربما لا يسمح بها المتصفح، أو لا يمكنه الوصول إلى خدمة الإشعارات.",
  test: "إرسال تجربة",
  tested: "تم إرسال التجربة",
  gone: "لم يعد الوصول إلى ذلك المتصفح ممكنًا، وتمت إزالته",
  remove: "إزالة",
  removed: (name) => `تم إيقاف الإشعارات الفورية على ${isolated(name)}`,
  thisBrowser: "هذا المتصفح",
  since: "منذ",
  none: "لا توجد متصفحات بعد",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "كلمة تنبيه جديدة",
  },
  addIt: "إضافة",
  hint: "يصلك إشعار بالرسائل التي فيها هذه الكلمات كأنها تشير إليك.",
  none: "لا توجد كلمات تنبيه بعد",
  remove: (word) => `إزالة ${isolated(word)}`,
  removed: (word) => `تمت إزالة كلمة التنبيه «${isolated(word)}».`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "كتم شخص",
  },
  title: "الأشخاص المكتومون",
  hint: "رسائلهم مخفية عنك. لا يصلهم إشعار بذلك.",
  none: "لم يتم كتم أي شخص.",
  unmute: (name) => `إلغاء كتم ${isolated(name)}`,
  since: "منذ",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "متابعة المواضيع تلقائيًا",
    automatically_unmute_topics_in_muted_streams_policy: "إلغاء كتم المواضيع تلقائيًا في القنوات المكتومة",
    automatically_follow_topics_where_mentioned: "متابعة المواضيع التي يُشار فيها إليّ تلقائيًا",
    resolved_topic_notice_auto_read_policy: "تحديد التنبيهات عن المواضيع المحلولة كمقروءة",
    yours: "مواضيعك",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "التي أشارك فيها",
      2: "التي أرسل رسالة إليها",
      3: "التي أبدؤها",
      4: "أبدًا",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "التي أشارك فيها",
      2: "التي أرسل رسالة إليها",
      3: "التي أبدؤها",
      4: "أبدًا",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "دائمًا",
      except_followed: "باستثناء المواضيع المتابَعة",
      never: "أبدًا",
    },
  },
  automatic: "تلقائي",
  policies: { 0: "الافتراضي", 1: "مكتوم", 2: "غير مكتوم", 3: "متابَع" },
  policyOf: (topic) => `إشعارات ${isolated(topic)}`,
  remove: (topic) => `إعادة ${isolated(topic)} إلى الافتراضي`,
  none: "لا توجد مواضيع متابَعة أو مكتومة.",
  noneHint: "تمكن متابعة موضوع أو كتمه من قائمته.",
  find: "البحث عن موضوع",
  notFound: "لا توجد مواضيع مطابقة",
};

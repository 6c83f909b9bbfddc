/** What to use in place of a name that a handler reached for. */
type Advice = "time" | "timer" | "chance" | "log" | "network" | "text" | "memory" | "host";

const adviceByName: Record<string, Advice> = {
  Date: "time",
  performance: "time",
  Intl: "text",
  setTimeout: "timer",
  setInterval: "timer",
  setImmediate: "timer",
  clearTimeout: "timer",
  clearInterval: "timer",
  queueMicrotask: "timer",
  "Math.random": "chance",
  crypto: "chance",
  console: "log",
  fetch: "network",
  XMLHttpRequest: "network",
  WebSocket: "network",
  URL: "text",
  TextEncoder: "text",
  TextDecoder: "text",
  structuredClone: "text",
  WeakRef: "memory",
  FinalizationRegistry: "memory",
  SharedArrayBuffer: "memory",
  Atomics: "memory",
};

const english: Record<Advice, string> = {
  time: "Use clock.now().",
  timer: "Use await clock.sleep(ms).",
  chance: "Use random.uuid().",
  log: "Use log(…).",
  network: "Call a receiver through its port, such as stripe or mailer.",
  text: "Use plain JavaScript: strings, JSON, arithmetic.",
  memory: "What depends on garbage collection or shared memory would differ from run to run.",
  host: "A handler has its message and its ports, nothing of the machine.",
};

const russian: Record<Advice, string> = {
  time: "Используйте clock.now().",
  timer: "Используйте await clock.sleep(ms).",
  chance: "Используйте random.uuid().",
  log: "Используйте log(…).",
  network: "Вызовите получателя через его порт, например stripe или mailer.",
  text: "Обойдитесь обычным JavaScript: строки, JSON, арифметика.",
  memory: "То, что зависит от сборки мусора или общей памяти, менялось бы от запуска к запуску.",
  host: "У обработчика есть сообщение и порты, а от машины — ничего.",
};

function adviceOn(name: string): Advice {
  return (Object.hasOwn(adviceByName, name) ? adviceByName[name] : undefined) ?? "host";
}

export function adviceEnglish(name: string): string {
  return english[adviceOn(name)];
}

export function adviceRussian(name: string): string {
  return russian[adviceOn(name)];
}

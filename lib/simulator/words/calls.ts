/** Mails and alerts are sent; what other receivers do is called by its name, such as `bank.pay`. */
export function isSending(effect: string): boolean {
  return effect === "alerts" || effect.startsWith("mailer.");
}

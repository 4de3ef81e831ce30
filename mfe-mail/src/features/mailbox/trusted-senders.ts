const keyOf = (person: string) => `portal.mail-pictures.${person}`

function read(person: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    // Storage is unavailable or its content is invalid: nobody is trusted.
    return []
  }
}

/** Whether this user always shows images of this sender. Stored in this browser. */
export const isTrusted = (person: string, sender: string) => read(person).includes(sender.toLowerCase())

export function trustSender(person: string, sender: string): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify([...new Set([...read(person), sender.toLowerCase()])]))
  } catch {
    // Storage is unavailable or full: the user is asked again.
  }
}

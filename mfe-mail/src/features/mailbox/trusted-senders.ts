const keyOf = (person: string) => `portal.mail-pictures.${person}`

function read(person: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    // The storage is closed, or holds what we did not write: nobody is trusted.
    return []
  }
}

/** Does this person want pictures of this sender at once? Kept in this browser. */
export const isTrusted = (person: string, sender: string) => read(person).includes(sender.toLowerCase())

export function trustSender(person: string, sender: string): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify([...new Set([...read(person), sender.toLowerCase()])]))
  } catch {
    // The storage is closed or full: pictures are asked about again.
  }
}

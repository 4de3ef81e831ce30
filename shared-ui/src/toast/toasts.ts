import { atom } from 'jotai'

export type ToastColour = 'green' | 'red' | 'blue'

export interface Toast {
  /** A timestamp; a toast whose id is already in the list is not added. */
  id: string
  title: string
  description?: string
  colour: ToastColour
  durationMs: number
  /** What one may do about it, such as taking back what was done; the toast goes away with it. */
  action?: { label: string; onAct: () => void }
}

export type NewToast = Pick<Toast, 'title'> & Partial<Toast>

const list = atom<readonly Toast[]>([])
let lastStamp = 0

/**
 * Milliseconds since 1970 as text; two in the same millisecond differ by one, so that neither is taken for
 * the other.
 */
function timestampId(): string {
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  return String(lastStamp)
}

/** What is shown at the moment, oldest first. */
export const toastsAtom = atom((get) => get(list))

/** Adds a toast: 3 seconds, green, at the top (specification.md 9). Errors are red and stay as long. */
export const addToastAtom = atom(null, (get, set, toast: NewToast) => {
  const added: Toast = { colour: 'green', durationMs: 3000, ...toast, id: toast.id ?? timestampId() }
  if (get(list).some((each) => each.id === added.id)) return
  set(list, [...get(list), added])
})

export const removeToastAtom = atom(null, (get, set, id: string) => {
  set(
    list,
    get(list).filter((toast) => toast.id !== id),
  )
})

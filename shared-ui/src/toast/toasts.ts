import { atom } from 'jotai'

export type ToastColour = 'green' | 'red' | 'blue'

export interface Toast {
  /** A timestamp; a toast with an id that is already in the list is not added. */
  id: string
  title: string
  description?: string
  colour: ToastColour
  durationMs: number
  /** An action such as undo; using it closes the toast. */
  action?: { label: string; onAct: () => void }
}

export type NewToast = Pick<Toast, 'title'> & Partial<Toast>

const list = atom<readonly Toast[]>([])
let lastStamp = 0

/**
 * Milliseconds since 1970 as text. Two ids in the same millisecond differ by one, so that both toasts are
 * shown.
 */
function timestampId(): string {
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  return String(lastStamp)
}

/** The visible toasts, oldest first. */
export const toastsAtom = atom((get) => get(list))

/**
 * Adds a toast at the top for 3 seconds, green by default (specification.md 9). Errors are red and have the
 * same duration.
 */
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

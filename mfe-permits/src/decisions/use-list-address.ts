import { useSearchParams } from '@portal/shared-ui/router'

/** Which list is shown, and its page; both are in the address. */
export interface ListAddress<State extends string> {
  state: State
  page: number
  onState: (state: State) => void
  onPage: (page: number) => void
}

/** Reads the address of a page of lists; the first state is shown where it names none. */
export function useListAddress<State extends string>(
  states: readonly State[],
  first: State,
): ListAddress<State> {
  const [search, setSearch] = useSearchParams()
  const state = states.find((each) => each === search.get('state')) ?? first
  return {
    state,
    page: Math.max(1, Math.trunc(Number(search.get('page') ?? '1')) || 1),
    onState: (next) => setSearch({ state: next, page: '1' }),
    onPage: (next) => setSearch({ state, page: String(next) }),
  }
}

import { useAtomValue } from '@portal/shared-ui/state'
import { addressAtom } from '../../navigation/navigation.state.ts'
import { AppView } from './AppView.tsx'

/** The page of the app that the address names. */
export default function AppPage() {
  const { pathname } = useAtomValue(addressAtom)
  const pid = pathname.split('/')[2] ?? ''
  return <AppView key={pid} pid={pid} record={null} />
}

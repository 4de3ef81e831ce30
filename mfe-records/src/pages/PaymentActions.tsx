import { RecordPaymentButton } from '@portal/shared-ui'
import { OwnStatement } from '../features/statement/OwnStatement.tsx'

/** Staff record payments, clients download the statement of their organization. */
export default function PaymentActions() {
  return (
    <>
      <OwnStatement />
      <RecordPaymentButton />
    </>
  )
}

def handle(msg, db, stripe, ack):
    charge = stripe.charges.create(
        params={
            "amount": msg.amount,
            "currency": "eur",
        },
        options={"idempotency_key": msg.id},
    )

    db.execute(
        """UPDATE intents SET charge_id = %s
            WHERE msg_id = %s""",
        [charge.id, msg.id],
    )
    ack()

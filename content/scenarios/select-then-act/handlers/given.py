def handle(msg, db, stripe, ack):
    seen = db.execute(
        "SELECT 1 FROM processed WHERE msg_id = %s",
        [msg.id],
    )
    if seen.rowcount:
        return ack()  # seen: skip

    stripe.charges.create(
        params={
            "amount": msg.amount,
            "currency": "eur",
        },
    )

    db.execute(
        "INSERT INTO processed (msg_id) VALUES (%s)",
        [msg.id],
    )
    ack()

def consume(consumer, db, stripe):
    while True:
        for record in consumer.poll(max=1):
            if not db.execute("SELECT 1 FROM processed WHERE msg_id = %s", [record.id]):
                stripe.charges.create(
                    amount=record.value.amount,
                    currency="eur",
                    metadata={"order": record.value.order},
                )
                db.execute("INSERT INTO processed (msg_id) VALUES (%s)", [record.id])
            consumer.commit(record.offset + 1)

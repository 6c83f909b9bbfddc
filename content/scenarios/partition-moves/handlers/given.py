def consume(consumer, mailer):
    while True:
        records = consumer.poll(max=2)
        for record in records:
            mailer.send({"to": record.value.order, "subject": "Invoice"})
            next_offset = record.offset + 1
        consumer.commit(next_offset)
